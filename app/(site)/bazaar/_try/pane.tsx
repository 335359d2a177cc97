import { getTranslations } from 'next-intl/server'
import { siteFacts } from '@/app/_server/site-facts'
import { atChannelCheckout, ClientMessages } from '@/app/_site/client-messages'
import { headingOf } from '@/lib/base/x402/heading-of'
import type { Entry } from '@/lib/bazaar/entry/entry'
import { Link } from '@/lib/site/ui/link'
import { Breakable } from '../_components/breakable'
import { entryAddress } from '../_components/entry-address'
import { Warnings } from '../_components/warnings'
import { AddTool, TryIt } from '../entry/[entryId]/_components/try-it'

type PaneProps = {
  entry: Entry
  /** The reader chose it, so its price is asked for at once. */
  isChosen: boolean
}

/** Beside the list: one entry, to call it, and the ways to everything else about it. */
export async function Pane({ entry, isChosen }: PaneProps) {
  const [{ origin }, t] = await Promise.all([siteFacts(), getTranslations('bazaar')])
  const { title } = headingOf(entry)
  const address = entryAddress(entry.key)
  const isOwn = entry.source === 'own'
  return (
    <aside
      id="pane"
      // Where there is room for it, rows open in it and arrow keys move through them.
      data-at-once
      tabIndex={-1}
      aria-labelledby="pane-title"
      className="sticky top-4 hidden min-w-0 content-start gap-4 border border-rule bg-sheet p-5 outline-none lg:grid"
    >
      <header className="grid gap-1">
        <h2 id="pane-title" dir="auto" className="line-clamp-2 font-serif text-title font-strong wrap-anywhere">
          <Breakable text={title} />
        </h2>
        <p className="figures line-clamp-2 text-small text-quiet">
          {entry.type === 'mcp' ? t('terms.tool') : (entry.method ?? 'HTTP')} {shortAddress(entry.resource, origin)}
        </p>
      </header>
      {entry.type === 'mcp' && !isOwn ? (
        <>
          <Warnings warnings={entry.warnings} />
          <AddTool entry={entry} ownMcpUrl={null} isShort />
        </>
      ) : (
        <ClientMessages of={[...atChannelCheckout, 'bazaarTry']}>
          <TryIt key={entry.key} entry={entry} origin={origin} isInPane isAskedAtOnce={isChosen || isOwn} />
        </ClientMessages>
      )}
      <p className="flex flex-wrap gap-x-4 border-t border-rule pt-2 text-small">
        {['curl', 'TypeScript', 'Python', 'MCP'].map((language) => (
          <Link key={language} href={`${address}#code`} className="inline-flex min-h-8 items-center">
            {language}
          </Link>
        ))}
        <Link href={address} className="ms-auto inline-flex min-h-8 items-center">
          {t('board.everything')}
        </Link>
      </p>
    </aside>
  )
}

const shortAddress = (resource: string, origin: string): string =>
  resource.startsWith(`${origin}/`) ? resource.slice(origin.length) : resource.replace(/^https?:\/\//, '')
