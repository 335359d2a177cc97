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
  const link = (address: string, label: string) => (
    <a href={address} download className="inline-flex min-h-11 items-center underline underline-offset-4">
      {label}
    </a>
  )
  return (
    <span className="flex flex-wrap gap-x-4 text-accent sm:gap-x-6">
      {link(href, t(markdown === null ? 'save' : 'saveHtml'))}
      {markdown !== null && link(markdown, t('saveMarkdown'))}
    </span>
  )
}
