import { useTranslations } from 'next-intl'
import { explorerAddress } from '@/app/(site)/bazaar/_components/explorer-address'
import { PageLink } from '@/lib/site/ui/page-link'

export function TagList({ tags }: { tags: string[] }) {
  const t = useTranslations('bazaar.card')
  if (tags.length === 0) return null
  return (
    <ul aria-label={t('tags')} className="-my-1 flex flex-wrap gap-x-3">
      {tags.map((tag) => (
        <li key={tag}>
          <PageLink
            href={explorerAddress({}, { tags: tag.toLowerCase() })}
            dir="auto"
            className="inline-flex min-h-11 lg:min-h-8 items-center text-small wrap-anywhere text-accent underline underline-offset-4"
          >
            {tag}
          </PageLink>
        </li>
      ))}
    </ul>
  )
}
