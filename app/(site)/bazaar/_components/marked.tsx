import { partByStems } from '../_server/found-words'
import { Breakable } from './breakable'

/** A seller's text, as text, with the words that a search found it by. */
export function Marked({ text, stems }: { text: string; stems: ReadonlySet<string> }) {
  return partByStems(text, stems).map(({ text: part, isFound }, index) =>
    isFound ? (
      <mark key={index} className="rounded-[2px] bg-accent/15 text-inherit">
        {part}
      </mark>
    ) : (
      <Breakable key={index} text={part} />
    ),
  )
}
