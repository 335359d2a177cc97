import { parseMarkdown } from '@/lib/markdown/parse-markdown'
import { FormattedText } from '@/lib/ui/formatted-text'
import { TollBar } from '@/lib/ui/toll-bar'

/** The paid text, for a reader whose session may open it: the document that is sold. */
export function BoughtText({ text }: { text: string }) {
  const tree = parseMarkdown(text)
  return (
    <section aria-label="The rest of this article" className="grid gap-8">
      <p className="flex items-center gap-3 border-t-2 border-ink pt-6 font-strong">
        <TollBar isLifted />
        Bought
      </p>
      <FormattedText tree={tree} />
    </section>
  )
}
