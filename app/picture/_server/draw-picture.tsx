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
export async function drawPicture(of: PictureOf, pauseMs = PAUSE_MS): Promise<Uint8Array | null> {
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
  last = drawing.catch(() => undefined).then(() => wait(pauseMs))
  kept.set(key, drawing)
  drawing.catch(() => kept.delete(key))
  return drawing
}

/**
 * Characters that both fonts have. For any other the library would ask other operators' servers, and send them the words.
 * Without those that it takes for emoji, and the marks that join letters.
 */
const DRAWN =
  '\\u{20}-\\u{7e}\\u{a1}-\\u{a8}\\u{aa}-\\u{ac}\\u{af}-\\u{17e}\\u{18f}\\u{192}\\u{1a0}\\u{1a1}\\u{1af}\\u{1b0}\\u{1cd}-\\u{1dc}\\u{1fa}-\\u{1ff}\\u{218}-\\u{21b}\\u{237}\\u{259}\\u{384}-\\u{38a}\\u{38c}\\u{38e}-\\u{3a1}\\u{3a3}-\\u{3ce}\\u{401}-\\u{44f}\\u{451}-\\u{45f}\\u{462}\\u{463}\\u{46a}\\u{46b}\\u{490}-\\u{493}\\u{496}\\u{497}\\u{49a}\\u{49b}\\u{4a2}\\u{4a3}\\u{4ae}-\\u{4b1}\\u{4ba}\\u{4bb}\\u{4d8}\\u{4d9}\\u{4e8}\\u{4e9}\\u{1e80}-\\u{1e85}\\u{1e9e}\\u{1ea0}-\\u{1ef9}\\u{2013}\\u{2014}\\u{2018}-\\u{201a}\\u{201c}-\\u{201e}\\u{2022}\\u{2026}\\u{2039}\\u{203a}\\u{20ac}'
const OTHERS = new RegExp(`[^${DRAWN}]+`, 'gu')

/** The text as it can be drawn; empty where a letter would be missing: part of a word is worse than none. */
function drawable(text: string): string {
  const composed = text.normalize('NFC')
  if (/[\p{L}\p{M}\p{N}]/u.test((composed.match(OTHERS) ?? []).join('').replaceAll('\ufe0f', ''))) return ''
  return composed.replace(OTHERS, ' ').replace(/ +/g, ' ').trim()
}

const cut = (text: string, length: number) => (text.length > length ? `${text.slice(0, length - 1).trimEnd()}…` : text)

/** The parts that the fonts come in; each has a name, since the library draws a letter with the first that has it. */
const subsets = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'vietnamese']
const faces = [
  { name: 'Literata', file: 'literata', weight: 600 },
  { name: 'IBM Plex Sans', file: 'ibm-plex-sans', weight: 400 },
] as const
const familyOf = (name: string) => subsets.map((subset) => `${name} ${subset}`).join(', ')

let fonts: Promise<{ name: string; data: Buffer; weight: 400 | 600 }[]> | null = null

function readFonts() {
  const folder = join(process.cwd(), 'lib/site/ui/picture-fonts')
  fonts ??= Promise.all(
    faces.flatMap(({ name, file, weight }) =>
      subsets.map(async (subset) => ({
        ...{ name: `${name} ${subset}`, weight },
        data: await readFile(join(folder, `${file}-${subset}-${weight}-normal.woff`)),
      })),
    ),
  )
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
      <div style={{ display: 'flex', fontFamily: familyOf('Literata'), fontSize: size, lineHeight: 1.15 }}>
        {title || by}
      </div>
      <div
        style={{
          ...{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', paddingTop: 36 },
          ...{ borderTop: `4px solid ${colours.ink}`, fontFamily: familyOf('IBM Plex Sans'), fontSize: 38 },
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
