package render

import (
	"encoding/base64"
	"fmt"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"strings"

	"pith/session"
)

// imageText stands for an image, as "[image png 412 KB 64x40]". Of the image
// itself only the start is decoded.
func imageText(b *session.Block) string {
	kind := CleanLine(strings.TrimPrefix(b.MimeType, "image/"))
	text := "[image"
	if kind != "" {
		text += " " + Cut(kind, 20)
	}
	text += " " + Size(int64(b.Data.Bytes()))
	if size, ok := imageSize(kind, string(b.Data)); ok {
		text += fmt.Sprintf(" %dx%d", size.X, size.Y)
	}
	return text + "]"
}

// imageSize reads an image's size from the start of its data.
func imageSize(kind, data string) (size image.Point, ok bool) {
	const start = 64 << 10 // JPEG files may have a preview before their size
	decode := map[string]func(io.Reader) (image.Config, error){
		"png": png.DecodeConfig, "gif": gif.DecodeConfig, "jpeg": jpeg.DecodeConfig, "jpg": jpeg.DecodeConfig,
	}[kind]
	if decode == nil {
		return size, false
	}
	config, err := decode(base64.NewDecoder(base64.StdEncoding, strings.NewReader(data[:min(len(data), start)])))
	return image.Pt(config.Width, config.Height), err == nil
}
