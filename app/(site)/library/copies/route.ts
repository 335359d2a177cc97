import { readLibraryZip } from '../_server/library-zip'

/** The reader's whole library as one file that opens without this site. */
export async function GET(): Promise<Response> {
  const zip = await readLibraryZip()
  if (!zip) return new Response(null, { status: 404 })
  return new Response(zip, {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="library.zip"',
      'cache-control': 'private, no-store',
      vary: 'Cookie',
    },
  })
}
