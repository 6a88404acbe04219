// What the Go libraries for transparency logs say of a log's proofs. Standard input is JSON; each problem is a line of
// standard output, and the last line has the counts.
package main

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/transparency-dev/merkle/proof"
	"github.com/transparency-dev/merkle/rfc6962"
	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type inclusion struct {
	Index, Size uint64
	Leaf, Root  []byte
	Proof       [][]byte
}

type consistency struct {
	From, To         uint64
	FromRoot, ToRoot []byte
	Proof            [][]byte
}

type given struct {
	Note          string
	Key           string
	Witness       string
	Entries       [][]byte
	Tiles         map[string][]byte
	Inclusions    []inclusion
	Consistencies []consistency
}

var problems int

func problem(format string, values ...any) {
	problems++
	fmt.Printf(format+"\n", values...)
}

// cosignature verifies signatures of type 4 (C2SP tlog-cosignature), which sumdb/note does not know.
type cosignature struct {
	name string
	hash uint32
	key  ed25519.PublicKey
}

func (c cosignature) Name() string    { return c.name }
func (c cosignature) KeyHash() uint32 { return c.hash }
func (c cosignature) Verify(text, signature []byte) bool {
	if len(signature) != 8+ed25519.SignatureSize {
		return false
	}
	time := binary.BigEndian.Uint64(signature)
	message := append([]byte(fmt.Sprintf("cosignature/v1\ntime %d\n", time)), text...)
	return ed25519.Verify(c.key, message, signature[8:])
}

func witness(vkey string) (note.Verifier, error) {
	parts := strings.SplitN(vkey, "+", 3)
	hash, err := strconv.ParseUint(parts[1], 16, 32)
	if err != nil {
		return nil, err
	}
	key, err := base64.StdEncoding.DecodeString(parts[2])
	if err != nil || len(key) != 33 || key[0] != 4 {
		return nil, fmt.Errorf("not the key of a witness: %s", vkey)
	}
	return cosignature{parts[0], uint32(hash), key[1:]}, nil
}

// tiles reads the tiles of C2SP tlog-tiles for sumdb/tlog, whose paths differ.
type tiles map[string][]byte

func (t tiles) Height() int { return 8 }
func (t tiles) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	found := make([][]byte, len(wanted))
	for i, tile := range wanted {
		path := strings.TrimPrefix(tile.Path(), "tile/8/")
		data, ok := t[path]
		if !ok {
			return nil, fmt.Errorf("there is no tile %s", path)
		}
		found[i] = data
	}
	return found, nil
}
func (t tiles) SaveTiles([]tlog.Tile, [][]byte) {}

func checkNote(all given) (tlog.Tree, error) {
	key, err := note.NewVerifier(all.Key)
	if err != nil {
		return tlog.Tree{}, err
	}
	cosigner, err := witness(all.Witness)
	if err != nil {
		return tlog.Tree{}, err
	}
	opened, err := note.Open([]byte(all.Note), note.VerifierList(key, cosigner))
	if err != nil {
		return tlog.Tree{}, err
	}
	if len(opened.Sigs) != 2 || len(opened.UnverifiedSigs) != 0 {
		return tlog.Tree{}, fmt.Errorf("%d signatures hold", len(opened.Sigs))
	}
	lines := strings.Split(opened.Text, "\n")
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil {
		return tlog.Tree{}, err
	}
	hash, err := tlog.ParseHash(lines[2])
	return tlog.Tree{N: size, Hash: hash}, err
}

func main() {
	var all given
	if err := json.NewDecoder(os.Stdin).Decode(&all); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	tree, err := checkNote(all)
	if err != nil {
		problem("note: %v", err)
	}
	reader := tlog.TileHashReader(tree, tiles(all.Tiles))
	for index, entry := range all.Entries {
		leaf := tlog.RecordHash(entry)
		hashes, err := reader.ReadHashes([]int64{tlog.StoredHashIndex(0, int64(index))})
		if err != nil || hashes[0] != leaf {
			problem("tiles: entry %d: %v", index, err)
		}
	}
	for _, one := range all.Inclusions {
		if err := proof.VerifyInclusion(rfc6962.DefaultHasher, one.Index, one.Size, one.Leaf, one.Proof, one.Root); err != nil {
			problem("inclusion of %d in %d: %v", one.Index, one.Size, err)
		}
	}
	for _, one := range all.Consistencies {
		if err := proof.VerifyConsistency(rfc6962.DefaultHasher, one.From, one.To, one.Proof, one.FromRoot, one.ToRoot); err != nil {
			problem("consistency of %d and %d: %v", one.From, one.To, err)
		}
	}
	fmt.Printf("%d inclusion and %d consistency proofs, %d entries by their tiles, a note with 2 signatures\n",
		len(all.Inclusions), len(all.Consistencies), len(all.Entries))
	if problems > 0 {
		os.Exit(2)
	}
}
