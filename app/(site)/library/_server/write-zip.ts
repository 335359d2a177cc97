import { pipeline } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

export type ZipEntry = { name: string; content: AsyncIterable<Uint8Array> | Iterable<Uint8Array> }

const VERSION = 45
/** The sizes follow the bytes (bit 3), and names are UTF-8 (bit 11). */
const FLAGS = 0x0808
const DEFLATE = 8
/** The first day that the format can say: the index has the true ones. */
const DAY = 0x21
/** Says that the extra field, or the record before the end, has the true value in eight bytes. */
const IN_ZIP64 = 0xffffffff

/**
 * A ZIP file of any size, written as it is read: it holds one chunk of one entry, and the names. An entry has 4 GB at
 * most. Where an entry fails, so does the file, without the list at its end: no part is taken for the whole.
 */
export async function* writeZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const list: Buffer[] = []
  let at = 0
  for await (const { name, content } of entries) {
    const path = Buffer.from(name)
    const start = at
    let [crc, size, packed] = [0, 0, 0]
    const measured = async function* () {
      for await (const chunk of content) {
        crc = crc32(chunk, crc)
        size += chunk.byteLength
        yield chunk
      }
    }
    const shared = [VERSION, FLAGS, DEFLATE, 0, DAY].map((value): Field => [2, value])
    const local = [record([4, 0x04034b50], ...shared, [4, 0], [4, 0], [4, 0], [2, path.length], [2, 0]), path]
    yield* local
    for await (const chunk of pipeline(measured(), createDeflateRaw({ level: 1 }), () => {})) {
      packed += chunk.byteLength
      yield chunk
    }
    const sizes: Field[] = [crc, packed, size].map((value) => [4, value])
    const descriptor = record([4, 0x08074b50], ...sizes)
    yield descriptor
    at += lengthOf(local) + packed + descriptor.length
    const names: Field[] = [path.length, 12, 0, 0, 0].map((value) => [2, value])
    const entry = record([4, 0x02014b50], [2, VERSION], ...shared, ...sizes, ...names, [4, 0], [4, IN_ZIP64])
    list.push(entry, path, record([2, 1], [2, 8], [8, start]))
  }
  yield* list
  const [count, length] = [list.length / 3, lengthOf(list)]
  const counts: Field[] = [count, count, length, at].map((value) => [8, value])
  yield record([4, 0x06064b50], [8, 44], [2, VERSION], [2, VERSION], [4, 0], [4, 0], ...counts)
  yield record([4, 0x07064b50], [4, 0], [8, at + length], [4, 1])
  yield record([4, 0x06054b50], [4, 0], [2, 0xffff], [2, 0xffff], [4, IN_ZIP64], [4, IN_ZIP64], [2, 0])
}

const lengthOf = (parts: Buffer[]): number => parts.reduce((sum, part) => sum + part.length, 0)

type Field = [bytes: 2 | 4 | 8, value: number]

function record(...fields: Field[]): Buffer {
  const written = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of fields) {
    if (bytes === 8) written.writeBigUInt64LE(BigInt(value), at)
    else written.writeUIntLE(value, at, bytes)
    at += bytes
  }
  return written
}
