import { decodeCanonicalSegment } from '@/lib/base/x402/canonical-path'

/**
 * The form of a canonical segment at a server that ignores case, kinds of the same letter, spaces and dots at the end,
 * or a format (`/report.json` for `/report`). Only to notice that two segments may be taken for the same; never sent.
 */
export function foldSegment(segment: string): string {
  const plain = decodeCanonicalSegment(segment).normalize('NFKC').toLowerCase().normalize('NFKC')
  const bare = plain.trim().replace(/[. ]+$/, '')
  const named = bare.replace(/(?<=.)\.[a-z][a-z0-9]{0,7}$/, '')
  return encodeURIComponent(named)
}
