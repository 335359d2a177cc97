import { useTranslations } from 'next-intl'
import { formatAtomic } from '@/lib/base/x402/money'
import { type PassOffer, worthOfPass } from '@/lib/base/x402/passes'
import { findLeast, type PaymentOption } from '@/lib/base/x402/payment-option'
import { durationInWords } from '@/lib/site/ui/access'
import { useLocalDigits } from '@/lib/site/ui/use-local-digits'

type PassesOnSaleProps = { passes: readonly PassOffer[]; options: readonly PaymentOption[] }

/** Passes that open a resource too, and what they cost beside its own price. */
export function PassesOnSale({ passes, options }: PassesOnSaleProps) {
  const t = useTranslations('price')
  const inDigits = useLocalDigits()
  if (passes.length === 0) return null
  const each = fixedPrice(options)
  return (
    <section aria-label={t('pass.label')} className="grid gap-3">
      {passes.map((pass) => {
        const { url, title, price, days, scope } = pass
        const worth = worthOfPass(pass, each)
        return (
          <a
            key={url}
            href={url}
            className="group grid gap-1 border border-rule bg-sheet p-4 text-ink hover:border-ink"
          >
            <span className="flex flex-wrap justify-between gap-x-4 font-strong">
              <span className="wrap-anywhere group-hover:underline" dir="auto">
                {title}
              </span>
              <span className="figures">{inDigits(price)}</span>
            </span>
            <span className="text-small text-quiet">
              {t(`pass.${scope}`, { duration: durationInWords(t, days * 86_400) })}
              {worth?.kind === 'from' && ` ${t('pass.pays', worth)}`}
              {worth?.kind === 'call' && ` ${t('pass.perCall', { amount: inDigits(worth.dollars) })}`}
            </span>
          </a>
        )
      })}
    </section>
  )
}

/** The lowest price of one that is known before, in dollars. */
function fixedPrice(options: readonly PaymentOption[]): string | null {
  const least = findLeast(options.filter(({ scheme }) => scheme === 'exact'))?.least
  return least?.coin ? `$${formatAtomic(least.amountAtomic, least.coin.decimals)}` : null
}
