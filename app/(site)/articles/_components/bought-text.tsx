import { parseMarkdown } from '@/lib/markdown/parse-markdown'
import { BoughtLine } from '@/lib/ui/bought-line'
import { FormattedText } from '@/lib/ui/formatted-text'
import { Link } from '@/lib/ui/link'

/** The paid text, for a reader whose session may open it: the document that is sold. */
export function BoughtText({ text }: { text: string }) {
  const tree = parseMarkdown(text)
  return (
    <section aria-label="The rest of this article" className="grid gap-8">
      <BoughtLine state="Bought">
        <Link href="/library" className="inline-flex min-h-11 items-center">
          Your library
        </Link>
      </BoughtLine>
      <FormattedText tree={tree} />
    </section>
  )
}
