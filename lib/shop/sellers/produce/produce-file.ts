import type { Database } from '@/lib/base/infra/database'

/** Types that a browser shows without running anything of the file in the site's origin. SVG and HTML are excluded. */
const shownTypes: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'application/pdf',
])

/** The bought file, streamed chunk by chunk as the buyer reads. Pictures and PDFs are shown inline. */
export async function produceFile(database: Database, routeId: string): Promise<Response> {
  const { uploadId, name, mediaType, size, sha256 } = await database.routeFile.findUniqueOrThrow({ where: { routeId } })
  const disposition = shownTypes.has(mediaType.toLowerCase()) ? 'inline' : 'attachment'
  return new Response(streamChunks(database, uploadId, size), {
    headers: {
      'content-type': mediaType,
      'content-disposition': `${disposition}; filename="${asciiName(name)}"; filename*=UTF-8''${encodeName(name)}`,
      'repr-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
    },
  })
}

/** A broken upload ends the stream with an error, so that a part is not mistaken for the whole file. */
function streamChunks(database: Database, uploadId: string, size: number): ReadableStream<Uint8Array> {
  let position = 0
  let sent = 0
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (sent === size) return controller.close()
        const chunk = await database.fileChunk.findUnique({ where: { uploadId_position: { uploadId, position } } })
        if (!chunk) throw new Error('A stored file lacks one of its chunks.')
        position += 1
        sent += chunk.bytes.byteLength
        controller.enqueue(chunk.bytes)
      },
    },
    { highWaterMark: 0 },
  )
}

const asciiName = (name: string) => name.replace(/[^\x20-\x7e]|["\\%]/g, '_')

const encodeName = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
