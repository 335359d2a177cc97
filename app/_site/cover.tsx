import type { ReactNode } from 'react'
import type { RouteKind } from '@/lib/shop/sellers/routes/kinds'

const text = <path d="M10 9h12l6 6v24H10zM22 9v6h6M14 22h10m-10 5h10m-10 5h6" />
const call = <path d="m15 17-6 7 6 7m8-14 6 7-6 7m-2-18-5 22" />

/** `unknown`: goods that are no longer known here. */
export type CoverKind = RouteKind | 'unknown'

const drawings: Partial<Record<CoverKind, ReactNode>> = {
  article: text,
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
