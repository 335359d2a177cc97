import { useTranslations } from 'next-intl'

type SaveLinksProps = {
  /** The address of the file, or of the text as HTML. */
  href: string
  /** The address of the text in Markdown; null for a file. */
  markdown: string | null
}

/** Saves what was bought, as it opens without this site. */
export function SaveLinks({ href, markdown }: SaveLinksProps) {
  const t = useTranslations('checkout.bought')
  return (
    <span className="flex flex-wrap gap-x-6 text-accent">
      <a href={href} download className="inline-flex min-h-11 items-center underline underline-offset-4">
        {t(markdown === null ? 'save' : 'saveHtml')}
      </a>
      {markdown !== null && (
        <a href={markdown} download className="inline-flex min-h-11 items-center underline underline-offset-4">
          {t('saveMarkdown')}
        </a>
      )}
    </span>
  )
}
