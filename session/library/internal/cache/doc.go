// Package cache keeps values by key in one file that can be deleted at any time
// without loss.
//
// # Rules
//
//   - It never fails. What cannot be read is not there; what cannot be written
//     is forgotten. A file that is damaged is removed, and the next values
//     start a new one.
//   - Every value has a checksum, so what is read is what was written.
//   - The file is open only for as long as one call takes. Several programs can
//     use it at once; one that finds it locked for long goes on without it.
//
// The file is a bbolt database. Damage in it can show as a panic or, since it is
// mapped into memory, as a fault; both are caught here and nowhere else.
package cache
