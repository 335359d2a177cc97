import type { ReactNode } from 'react'
import type { RouteKind } from '@/lib/shop/sellers/routes/kinds'

const text = <path d="M10 9h12l6 6v24H10zM22 9v6h6M14 22h10m-10 5h10m-10 5h6" />
const call = <path d="m15 17-6 7 6 7m8-14 6 7-6 7m-2-18-5 22" />

/** `unknown`: goods that are no longer known here. */
export type CoverKind = RouteKind | 'unknown'

const drawings: Partial<Record<CoverKind, ReactNode>> = {
  article: text,
  sign_in: text,
  file: <path d="M19 10v17m-6-6 6 6 6-6M9 31v6h20v-6" />,
  pass: <path d="M8 17h22v5a2.5 2.5 0 0 0 0 5v5H8v-5a2.5 2.5 0 0 0 0-5zM19 17v3m0 3v3m0 3v3" />,
  unknown: <path d="M8 34v-9m-3 9h6M8 25h24M19 30l6-10" />,
}

/** A drawn cover that tells kinds of goods apart at a glance; the title beside it says the rest. */
export function Cover({ kind }: { kind: CoverKind }) {
  return (
    <svg
      viewBox="0 0 38 48"
      aria-hidden
      className="h-12 w-[2.375rem] shrink-0 fill-none stroke-quiet"
      strokeWidth="1.75"
      strokeLinejoin="round"
    >
      <rect x="0.75" y="0.75" width="36.5" height="46.5" rx="2" className="fill-shade stroke-rule" />
      {drawings[kind] ?? call}
    </svg>
  )
}

/** A flat landscape for a text without a picture, always the same for the same title. It repeats nothing one must read. */
export function DrawnCover({ title, className }: { title: string; className?: string }) {
  const { sun, far, near, road } = landscapeOf(title)
  return (
    <svg viewBox="0 0 320 200" aria-hidden className={className}>
      <rect width="320" height="200" className="fill-shade" />
      <circle {...sun} r="22" className="fill-none stroke-accent" strokeWidth="6" />
      <path d={far} className="fill-rule" />
      <path d={near} className="fill-edge" />
      <path d={road} className="fill-paper" />
    </svg>
  )
}

export function landscapeOf(title: string) {
  const [sun, high, far, near] = digits(title)
  return {
    sun: { cx: 50 + sun * 24, cy: 44 + high * 5 },
    far: `M0 ${120 + far * 3} L${70 + far * 18} ${72 + near * 4} L320 ${138 - far * 3} V200 H0z`,
    near: `M0 ${158 - near * 2} Q${90 + near * 14} ${118 + high * 4} 320 ${150 + near * 2} V200 H0z`,
    road: `M${40 + near * 22} 200 l18 -46 h12 l18 46z`,
  }
}

function digits(title: string): [number, number, number, number] {
  let sum = 7
  for (const sign of title) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 1_000_003
  return [sum % 10, Math.floor(sum / 10) % 10, Math.floor(sum / 100) % 10, Math.floor(sum / 1_000) % 10]
}
