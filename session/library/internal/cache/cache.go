package cache

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"
	"time"

	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"
)

const (
	// readPatience and writePatience are how long to wait for another program
	// that has the file open. A reader is about to show something to somebody.
	readPatience  = 50 * time.Millisecond
	writePatience = 2 * time.Second

	sumSize = 4
)

// Cache is a file of values. It is safe for concurrent use. A nil Cache holds
// nothing and keeps nothing.
type Cache struct {
	path string
	lock sync.RWMutex // the file's lock keeps programs apart, not goroutines

	mu      sync.Mutex
	checked map[string]uint32 // values found intact: bucket and key to their checksum
}

// New returns the cache in a file. Nothing is touched before the first value is
// read or written.
func New(path string) *Cache { return &Cache{path: path, checked: map[string]uint32{}} }

// Pair is a value with its key. A nil Value deletes.
type Pair struct {
	Bucket, Key string
	Value       []byte
}

// Reader reads values while the file is open. It belongs to one goroutine.
type Reader struct {
	cache *Cache
	tx    *bbolt.Tx
}

// Get returns a value, or nil if it is not there or damaged. It must not be
// changed, and not be used when the function that got the Reader has returned.
func (r *Reader) Get(bucket, key string) []byte {
	b := r.tx.Bucket([]byte(bucket))
	if b == nil {
		return nil
	}
	stored := b.Get([]byte(key))
	if len(stored) < sumSize {
		return nil
	}
	sum, value := binary.LittleEndian.Uint32(stored), stored[sumSize:]
	if !r.cache.intact(bucket+"\x00"+key, sum, value) {
		return nil
	}
	return value
}

// Each calls see with every key of a bucket.
func (r *Reader) Each(bucket string, see func(key string)) {
	if b := r.tx.Bucket([]byte(bucket)); b != nil {
		c := b.Cursor()
		for k, _ := c.First(); k != nil; k, _ = c.Next() {
			see(string(k))
		}
	}
}

// intact reports whether a value has the checksum; a value is only summed once.
func (c *Cache) intact(name string, sum uint32, value []byte) bool {
	c.mu.Lock()
	known, ok := c.checked[name]
	c.mu.Unlock()
	if ok && known == sum {
		return true
	}
	if checksum(value) != sum {
		return false
	}
	c.mu.Lock()
	c.checked[name] = sum
	c.mu.Unlock()
	return true
}

func checksum(value []byte) uint32 {
	return crc32.Checksum(value, crc32.MakeTable(crc32.Castagnoli))
}

// View opens the file and runs the functions side by side, each with a reader
// of its own. It reports whether they all ran to their end; if not, whatever
// they have found so far stands.
func (c *Cache) View(functions ...func(*Reader)) bool {
	if c == nil {
		return false
	}
	c.lock.RLock()
	err := c.open(true, func(db *bbolt.DB) error {
		failed := make(chan error, len(functions))
		for _, f := range functions {
			go func() {
				failed <- guard(func() error {
					return db.View(func(tx *bbolt.Tx) error {
						f(&Reader{c, tx})
						return nil
					})
				})
			}()
		}
		var err error
		for range functions {
			err = errors.Join(err, <-failed)
		}
		return err
	})
	c.lock.RUnlock()
	if damaged(err) {
		c.Remove()
	}
	return err == nil
}

// Put stores and deletes values, all of them or none.
func (c *Cache) Put(pairs []Pair) {
	if c == nil || len(pairs) == 0 {
		return
	}
	c.lock.Lock()
	err := c.open(false, func(db *bbolt.DB) error {
		return db.Update(func(tx *bbolt.Tx) error {
			for _, p := range pairs {
				if err := put(tx, p); err != nil {
					return err
				}
			}
			return nil
		})
	})
	c.lock.Unlock()
	if damaged(err) {
		c.Remove()
	}
}

func put(tx *bbolt.Tx, p Pair) error {
	b, err := tx.CreateBucketIfNotExists([]byte(p.Bucket))
	if err != nil {
		return err
	}
	if p.Value == nil {
		return b.Delete([]byte(p.Key))
	}
	stored := make([]byte, sumSize, sumSize+len(p.Value))
	binary.LittleEndian.PutUint32(stored, checksum(p.Value))
	return b.Put([]byte(p.Key), append(stored, p.Value...))
}

// Remove deletes the file.
func (c *Cache) Remove() {
	if c != nil {
		os.Remove(c.path)
	}
}

// open opens the file for the time of one call.
func (c *Cache) open(readOnly bool, use func(*bbolt.DB) error) error {
	return guard(func() error {
		options := &bbolt.Options{ReadOnly: readOnly, Timeout: readPatience}
		if !readOnly {
			options.Timeout = writePatience
			if err := os.MkdirAll(filepath.Dir(c.path), 0o700); err != nil {
				return err
			}
		}
		db, err := bbolt.Open(c.path, 0o600, options)
		if err != nil {
			return err
		}
		defer db.Close()
		return use(db)
	})
}

// errDamaged stands for a panic that came out of a damaged file.
var errDamaged = errors.New("the cache is damaged")

// guard turns panics and memory faults into errDamaged.
func guard(f func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if recover() != nil {
			err = errDamaged
		}
	}()
	return f()
}

// damaged reports whether an error says that the file is of no use.
func damaged(err error) bool {
	for _, e := range []error{errDamaged, bolterrors.ErrInvalid, bolterrors.ErrChecksum, bolterrors.ErrVersionMismatch} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}
