import { parseMarkdown } from '@/lib/markdown/parse-markdown'
import { BoughtLine } from '@/lib/ui/bought-line'
import { FormattedText } from '@/lib/ui/formatted-text'
import { Link } from '@/lib/ui/link'
import { ReceiptLink } from '../../library/_components/receipt-link'

/** The paid text, for a reader whose session may open it: the document that is sold at a path. */
export function BoughtText({ text, path }: { text: string; path: string }) {
  const tree = parseMarkdown(text)
  return (
    <section aria-label="The rest of this article" className="grid gap-8">
      <BoughtLine state="Bought">
        <ReceiptLink path={path} />
        <Link href="/library" className="inline-flex min-h-11 items-center">
          Your library
        </Link>
      </BoughtLine>
      <FormattedText tree={tree} />
    </section>
  )
}
