import { Breakable } from '../_components/breakable'
import { partByStems } from '../_server/found-words'

/** A seller's text, as text, with the matched words of a search marked. */
export function Marked({ text, stems }: { text: string; stems: ReadonlySet<string> }) {
  return partByStems(text, stems).map(({ text: part, isFound }, index) =>
    isFound ? (
      <mark key={index} className="rounded-[2px] bg-found text-ink">
        {part}
      </mark>
    ) : (
      <Breakable key={index} text={part} />
    ),
  )
}
