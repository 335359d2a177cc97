import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { ImageResponse } from 'next/og'
import type { GoodsSummary } from '../../_server/find-goods-summary'

type PictureOf = Pick<GoodsSummary, 'title' | 'by' | 'price'>

const PICTURE_SIZE = { width: 1200, height: 630 }

const MAX_WAITING = 8

/** Between two drawings, for the payments that the same thread serves: many requests for pictures slow nobody. */
const PAUSE_MS = 400

const colours = { paper: '#faf7f0', ink: '#1b1a17', quiet: '#4c473e', rule: '#d8d0c0' }
const kept = new LRUCache<string, Promise<Uint8Array>>({ max: 100 })
let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/**
 * A PNG for other sites to show beside a link. One is drawn at a time and the last hundred are cached, as drawing takes
 * a tenth of a second; null while too many wait.
 */
export async function drawPicture(of: PictureOf): Promise<Uint8Array | null> {
  const drawn = { title: cut(drawable(of.title), 120), by: cut(drawable(of.by), 60), price: drawable(of.price) }
  const key = JSON.stringify(drawn)
  const known = kept.get(key)
  if (known) return known
  if (waiting >= MAX_WAITING) return null
  waiting += 1
  const drawing = last
    .then(() => draw(drawn))
    .finally(() => {
      waiting -= 1
    })
  last = drawing.catch(() => undefined).then(() => wait(PAUSE_MS))
  kept.set(key, drawing)
  drawing.catch(() => kept.delete(key))
  return drawing
}

/** Characters in our fonts. For any other the library would ask other operators' servers, and send them the words. */
const drawable = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[^\u0020-\u007e\u00a1-\u00a8\u00aa-\u00ac\u00af-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2026]+/g, ' ')
    .replace(/ +/g, ' ')
    .trim()

const cut = (text: string, length: number) => (text.length > length ? `${text.slice(0, length - 1).trimEnd()}…` : text)

let fonts: Promise<{ name: string; data: Buffer; weight: 400 | 600 }[]> | null = null

function readFonts() {
  const read = async (name: string, weight: 400 | 600, file: string) => ({
    name,
    weight,
    data: await readFile(join(process.cwd(), 'lib/site/ui/picture-fonts', file)),
  })
  fonts ??= Promise.all([
    read('Literata', 600, 'literata-latin-600-normal.woff'),
    read('IBM Plex Sans', 400, 'ibm-plex-sans-latin-400-normal.woff'),
  ])
  return fonts
}

async function draw({ title, by, price }: PictureOf): Promise<Uint8Array> {
  const size = title.length > 70 ? 60 : title.length > 35 ? 76 : 92
  const picture = new ImageResponse(
    <div
      style={{
        ...{ display: 'flex', flexDirection: 'column', justifyContent: 'space-between', padding: 72 },
        ...{ width: '100%', height: '100%', background: colours.paper, color: colours.ink },
      }}
    >
      <div style={{ display: 'flex', fontFamily: 'Literata', fontSize: size, lineHeight: 1.15 }}>{title || by}</div>
      <div
        style={{
          ...{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', paddingTop: 36 },
          ...{ borderTop: `4px solid ${colours.ink}`, fontFamily: 'IBM Plex Sans', fontSize: 38 },
        }}
      >
        <span style={{ display: 'flex', alignItems: 'center', color: colours.quiet }}>
          <svg width="64" height="48" viewBox="0 0 32 24" fill="none" stroke={colours.ink} strokeWidth="2">
            <path d="M5 23V14M1 23h8" />
            <circle cx="5" cy="14" r="2" fill={colours.ink} />
            <path d="M5 14h26M15 21 23 7" strokeWidth="3" />
          </svg>
          <span style={{ marginLeft: 24 }}>{by}</span>
        </span>
        <span>{price}</span>
      </div>
    </div>,
    { ...PICTURE_SIZE, fonts: await readFonts() },
  )
  return new Uint8Array(await picture.arrayBuffer())
}
