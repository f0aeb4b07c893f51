package cache_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"pith/session/library/internal/cache"
)

// get returns a value, nil if it is not there.
func get(c *cache.Cache, key string) (value []byte) {
	c.View(func(r *cache.Reader) { value = bytes.Clone(r.Get("b", key)) })
	return value
}

func put(c *cache.Cache, key, value string) {
	c.Put([]cache.Pair{{Bucket: "b", Key: key, Value: []byte(value)}})
}

func TestPutAndGet(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "folder", "cache")
	c := cache.New(path)
	if get(c, "k") != nil {
		t.Error("an empty cache has a value")
	}
	if _, err := os.Stat(filepath.Dir(path)); err == nil {
		t.Error("reading made a folder")
	}
	put(c, "k", "one")
	put(c, "k", "two")
	if got := get(cache.New(path), "k"); string(got) != "two" {
		t.Errorf("another cache on the same file has %q", got)
	}
	var keys []string
	c.View(func(r *cache.Reader) { r.Each("b", func(k string) { keys = append(keys, k) }) })
	if len(keys) != 1 || keys[0] != "k" {
		t.Errorf("keys %q", keys)
	}
	c.Put([]cache.Pair{{Bucket: "b", Key: "k"}})
	if got := get(c, "k"); got != nil {
		t.Errorf("a deleted value is %q", got)
	}
}

func TestNilCache(t *testing.T) {
	var c *cache.Cache
	put(c, "k", "v")
	if c.View(func(*cache.Reader) {}) || get(c, "k") != nil {
		t.Error("a nil cache holds something")
	}
}

// TestManyAtOnce has several caches on one file, as several programs would.
func TestManyAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cache")
	var wait sync.WaitGroup
	for i := range 4 {
		wait.Go(func() {
			c := cache.New(path)
			for n := range 10 {
				put(c, fmt.Sprint(i, n), "value")
				get(c, fmt.Sprint(i, n))
			}
		})
	}
	wait.Wait()
	c := cache.New(path)
	for i := range 4 {
		for n := range 10 {
			if got := get(c, fmt.Sprint(i, n)); string(got) != "value" {
				t.Errorf("value %d of %d is %q", n, i, got)
			}
		}
	}
}

// TestDamage spoils the file in any way and checks that nothing wrong comes out
// of it and that it can be used again.
func TestDamage(t *testing.T) {
	sound := filepath.Join(t.TempDir(), "cache")
	c := cache.New(sound)
	want := map[string]string{}
	for i := range 40 {
		want[fmt.Sprint("key", i)] = string(bytes.Repeat([]byte{byte('a' + i%26)}, 1+i*i*40))
	}
	for k, v := range want {
		put(c, k, v)
	}
	text, err := os.ReadFile(sound)
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(rt *rapid.T) {
		spoilt := bytes.Clone(text)
		for range rapid.IntRange(0, 30).Draw(rt, "places") {
			at := rapid.IntRange(0, len(spoilt)-1).Draw(rt, "at")
			if rapid.Bool().Draw(rt, "near the start") {
				at %= 8 << 12
			}
			spoilt[at] = rapid.Byte().Draw(rt, "byte")
		}
		if rapid.Bool().Draw(rt, "cut") {
			spoilt = spoilt[:rapid.IntRange(0, len(spoilt)).Draw(rt, "length")]
		}
		path := filepath.Join(t.TempDir(), "cache")
		if err := os.WriteFile(path, spoilt, 0o600); err != nil {
			rt.Fatal(err)
		}
		c := cache.New(path)
		for k, v := range want {
			if got := get(c, k); got != nil && string(got) != v {
				rt.Fatalf("%s is %.40q, want %.40q", k, got, v)
			}
		}
		put(c, "new", "value") // may be lost with the damaged file, but the next is not
		put(c, "new", "value")
		if got := get(c, "new"); got != nil && string(got) != "value" {
			rt.Fatalf("a new value is %q", got)
		}
	})
}

func TestUnwritableFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := cache.New(filepath.Join(file, "cache"))
	put(c, "k", "v")
	if get(c, "k") != nil {
		t.Error("a value was kept in a folder that is a file")
	}
}
