import { useTranslations } from 'next-intl'
import { useDeferredValue } from 'react'
import { SafeHtml } from '@/app/_checkout/safe-html'
import { OptionPrice } from '@/app/(site)/bazaar/_components/option-price'
import { ListingSign } from '@/app/(site)/bazaar/_listing/listing-sign'
import type { ListingCardDraft } from '@/lib/bazaar/draft-own-card'
import { CodeBlock } from '@/lib/site/ui/code-block'
import { TollBar } from '@/lib/site/ui/toll-bar'
import type { LiveReview } from './use-route-review'

const MAXIMUM_CHARACTERS = 8_192

/** How readers and agents get the route as it is written now. */
export function RoutePreview({ live: { review } }: { live: LiveReview }) {
  const t = useTranslations('routeForms.preview')
  const html = useDeferredValue(review?.html)
  const freeHtml = useDeferredValue(review?.freeHtml)
  return (
    <div className="grid min-w-0 content-start gap-8">
      {(html || freeHtml) && (
        <section aria-labelledby="preview-text" className="grid gap-2">
          <h2 id="preview-text" className="font-strong">
            {t('reads')}
          </h2>
          <div className="max-h-[32rem] overflow-y-auto border border-rule bg-sheet p-4" tabIndex={0}>
            {freeHtml && (
              <>
                <div className="prose">
                  <SafeHtml html={freeHtml} />
                </div>
                <p className="my-6 flex items-center gap-3 border-t-2 border-ink pt-4 font-strong">
                  <TollBar isLifted={false} />
                  {t('fromHere')}
                </p>
              </>
            )}
            {html && (
              <div className="prose">
                <SafeHtml html={html} />
              </div>
            )}
          </div>
          {review?.isHtmlCut && <p className="text-small text-quiet">{t('cut')}</p>}
        </section>
      )}
      {review?.challenge && (
        <details className="border-b border-rule pb-2">
          <summary className="min-h-11 cursor-pointer py-2 font-strong">{t('agents')}</summary>
          <p className="text-small text-quiet">
            {t('size', { characters: review.challengeCharacters, most: MAXIMUM_CHARACTERS })}
          </p>
          {review.challengeWarning && <p className="text-small">{review.challengeWarning}</p>}
          <div className="max-h-[28rem] overflow-y-auto" tabIndex={0}>
            <CodeBlock code={JSON.stringify(review.challenge, null, 2)} name={t('challenge')} />
          </div>
        </details>
      )}
    </div>
  )
}

/** The card that the switch above it shows in the bazaar. */
export function CardOfRoute({ live: { review }, isListed }: { live: LiveReview; isListed: boolean }) {
  const t = useTranslations('routeForms.preview')
  if (!isListed) return null
  if (review?.card) return <CardPreview card={review.card} />
  return <p className="text-small text-quiet">{review?.cardProblem ?? t('noCard')}</p>
}

/** A route's future card and page in the explorer, without the facts that come with time and buyers. */
function CardPreview({ card: { title, resource, method, description, tags, options } }: CardPreviewProps) {
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
