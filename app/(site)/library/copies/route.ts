import { Readable } from 'node:stream'
import { readLibraryFiles } from '../_server/library-files'
import { writeZip } from '../_server/write-zip'

/** The reader's whole library as one file that opens without this site. */
export async function GET(): Promise<Response> {
  const files = await readLibraryFiles()
  if (!files) return new Response(null, { status: 404 })
  // The types of Node.js and of browsers for one class.
  const body = Readable.toWeb(writeZip(files)) as ReadableStream
  return new Response(body, {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="library.zip"',
      'cache-control': 'private, no-store',
      vary: 'Cookie',
    },
  })
}
