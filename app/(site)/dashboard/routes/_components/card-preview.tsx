import { useTranslations } from 'next-intl'
import { OptionPrice } from '@/app/(site)/bazaar/_components/option-price'
import { ListingSign } from '@/app/(site)/bazaar/_listing/listing-sign'
import type { ListingCardDraft } from '@/lib/bazaar/draft-own-card'

/** A route's future card and page in the explorer, without the facts that come with time and buyers. */
export function CardPreview({ card: { title, resource, method, description, tags, options } }: CardPreviewProps) {
  const t = useTranslations('routeForms.preview')
  return (
    <article className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-4 border border-rule bg-sheet p-4">
      <ListingSign type="http" icon={null} />
      <div className="grid min-w-0 gap-2">
        <h3 className="text-reading font-strong wrap-anywhere" dir="auto">
          {title}
        </h3>
        <p className="figures line-clamp-2 text-small text-quiet">
          {method} {new URL(resource).pathname}
        </p>
        {description && (
          <p dir="auto" className="line-clamp-3 wrap-anywhere">
            {description}
          </p>
        )}
        {tags.length > 0 && <p className="text-small wrap-anywhere text-accent">{tags.join(' · ')}</p>}
        <ul className="text-small">
          {options.map((option) => (
            <li key={`${option.scheme} ${option.network} ${option.asset}`}>
              <OptionPrice option={option} />
            </li>
          ))}
          {options.length === 0 && <li>{t('opensBySignIn')}</li>}
        </ul>
      </div>
    </article>
  )
}

type CardPreviewProps = { card: ListingCardDraft }
