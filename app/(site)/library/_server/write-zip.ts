import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

export type ZipEntry = { name: string; content: AsyncIterable<Uint8Array> | Iterable<Uint8Array> }

/**
 * A ZIP file of any size, written as it is read: it holds one chunk of one entry, and the names. Where an entry fails,
 * so does the file, without the list at its end: no part is taken for the whole.
 */
export function writeZip(entries: AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable // A PassThrough, declared as less.
  const fail = (error: Error) => void output.destroy(error)
  zip.on('error', fail)
  const addEach = async () => {
    for await (const { name, content } of entries) {
      const entry = Readable.from(content)
      const stop = () => void entry.destroy()
      output.once('close', stop)
      zip.addReadStream(entry, name, { compressionLevel: 1 })
      await finished(entry)
      output.off('close', stop)
    }
    zip.end()
  }
  addEach().catch(fail)
  return output
}
