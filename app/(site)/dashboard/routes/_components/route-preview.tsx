import { useTranslations } from 'next-intl'
import { useDeferredValue } from 'react'
import { SafeHtml } from '@/app/_checkout/safe-html'
import { CodeBlock } from '@/lib/site/ui/code-block'
import { TollBar } from '@/lib/site/ui/toll-bar'
import { CardPreview } from './card-preview'
import { FaultList } from './fault-list'
import type { LiveReview } from './use-route-review'

const MAXIMUM_CHARACTERS = 8_192

type RoutePreviewProps = {
  live: LiveReview
  isListed: boolean
  /** The bazaar lists prices; a route that opens only by sign-in has none. */
  isListable: boolean
}

/** Previews for readers, the bazaar and agents of the route as it is written now. */
export function RoutePreview({ live, isListed, isListable }: RoutePreviewProps) {
  const t = useTranslations('routeForms.preview')
  const { review, isBehind } = live
  const count = Object.keys(live.fields).length
  const verdict = count > 0 ? t('faults', { count }) : review ? t('inOrder') : ''
  const html = useDeferredValue(review?.html)
  const freeHtml = useDeferredValue(review?.freeHtml)
  return (
    <aside aria-label={t('label')} className="grid min-w-0 content-start gap-8 lg:sticky lg:top-6">
      <div className="grid gap-2 text-small text-quiet">
        <p role="status">{isBehind ? t('looking') : verdict}</p>
        <FaultList fields={live.fields} />
      </div>
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
      {isListable && <CardSection review={review} isListed={isListed} />}
      <section aria-labelledby="preview-402" className="grid gap-2">
        <h2 id="preview-402" className="font-strong">
          {t('agents')}
        </h2>
        {review?.challenge ? (
          <>
            <p className="text-small text-quiet">
              {t('size', { characters: review.challengeCharacters, most: MAXIMUM_CHARACTERS })}
            </p>
            {review.challengeWarning && <p className="text-small">{review.challengeWarning}</p>}
            <details>
              <summary className="min-h-11 cursor-pointer py-2">{t('show')}</summary>
              <div className="max-h-[28rem] overflow-y-auto border-b border-rule" tabIndex={0}>
                <CodeBlock code={JSON.stringify(review.challenge, null, 2)} name={t('challenge')} />
              </div>
            </details>
          </>
        ) : (
          <p className="text-quiet">{t('noChallenge')}</p>
        )}
      </section>
    </aside>
  )
}

function CardSection({ review, isListed }: { review: LiveReview['review']; isListed: boolean }) {
  const t = useTranslations('routeForms')
  return (
    <section aria-labelledby="preview-card" className="grid gap-2">
      <h2 id="preview-card" className="font-strong">
        {t('bazaar.title')}
      </h2>
      {review?.card ? (
        <CardPreview card={review.card} />
      ) : (
        <p className="text-quiet">{review?.cardProblem ?? t('preview.noCard')}</p>
      )}
      {!isListed && <p className="text-small text-quiet">{t('preview.notListed')}</p>}
    </section>
  )
}
