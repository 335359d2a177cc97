import { readFile } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'
import { landscapeOf } from '@/app/_components/cover'
import { readPreview } from '@/app/_components/preview'
import { notFound, problemResponse } from '@/lib/base/http/problem'
import { drawInTurn } from '../_server/draw-in-turn'

const drawn = new LRUCache<string, ArrayBuffer>({
  max: 200,
  fetchMethod: (words) => draw(JSON.parse(words).map(drawable)),
})

const TOO_BUSY = 'Too many pictures are being drawn. Ask again in a moment.'

/** The picture of a link to a page of this site. */
export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url)
  const words = readPreview(searchParams)
  if (!words) return notFound()
  // Nothing else of the address is signed.
  const key = JSON.stringify(words)
  const drawing = drawn.get(key) ?? (await drawInTurn(request, () => drawn.fetch(key)))
  if (!drawing) return problemResponse({ code: 'too_busy', detail: TOO_BUSY, headers: { 'Retry-After': '5' } })
  return new Response(drawing, {
    headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=86400' },
  })
}

const FOREIGN = /[^ -~¡-ſΑ-ΡΣ-ωά-ώА-яЁё–—‘-”…]/gu

/** Signs of the faces: for any other, the library would ask another server. Empty where a letter would be missing. */
function drawable(text: string): string {
  const drawn = text.replace(FOREIGN, (sign) => /^[ -~]/.exec(sign.normalize('NFKD'))?.[0] ?? sign)
  return /\p{L}/u.test(drawn.match(FOREIGN)?.join('') ?? '') ? '' : drawn.replace(FOREIGN, ' ')
}

/** In the light theme's colours: a picture does not know its reader's. */
async function draw([title = '', price, by]: string[]): Promise<ArrayBuffer> {
  const { ImageResponse } = await import('next/og')
  const files = ['literata-latin', 'literata-latin-ext', 'literata-greek', 'literata-cyrillic', 'ibm-plex-mono-latin']
  const fonts = await Promise.all(
    files.map(async (name) => ({ name, data: await readFile(`public/fonts/${name}-600-normal.woff`) })),
  )
  const { sun, far, near, road } = landscapeOf(title)
  const column = { display: 'flex', flexDirection: 'column' } as const
  const picture = (
    <div style={{ display: 'flex', width: '100%', height: '100%', background: '#faf7f0', color: '#1b1a17' }}>
      <div style={{ ...column, width: 780, padding: 64, justifyContent: 'space-between', fontFamily: files.join() }}>
        <div style={{ fontSize: title.length > 60 ? 48 : 64, lineHeight: 1.2, wordBreak: 'break-word' }}>{title}</div>
        <div style={{ ...column, gap: 12, borderTop: '3px solid', paddingTop: 28 }}>
          {price && (
            <div
              style={{
                display: 'flex',
                alignItems: 'center',
                gap: 28,
                fontFamily: 'ibm-plex-mono-latin',
                fontSize: 56,
              }}
            >
              <svg width="86" height="64" viewBox="0 0 32 24" fill="none" stroke="#1b1a17" strokeWidth="3">
                <path d="M5 23V14M1 23h8M5 12a2 2 0 1 0 .1 0M5 14h26M15 21 23 7" />
              </svg>
              {price}
            </div>
          )}
          <div style={{ fontSize: 32, color: '#4c473e' }}>{by}</div>
        </div>
      </div>
      <svg width="420" height="630" viewBox="90 0 133 200">
        <rect width="320" height="200" fill="#f0ebe0" />
        <circle cx={106 + sun.cx / 3} cy={sun.cy} r="22" fill="none" stroke="#14407f" strokeWidth="6" />
        <path d={far} fill="#d8d0c0" />
        <path d={near} fill="#857b69" />
        <path d={road} fill="#faf7f0" />
      </svg>
    </div>
  )
  return new ImageResponse(picture, { width: 1200, height: 630, fonts }).arrayBuffer()
}
