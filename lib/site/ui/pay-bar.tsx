import { useTranslations } from 'next-intl'
import { buttonClass } from './button-class'
import { useLocalDigits } from './use-local-digits'

type PayBarProps = {
  amount: string
  /** Whether the amount is the price, the lowest of several, or the most that is charged. */
  as: 'exactly' | 'from' | 'upTo'
}

/** On a phone, under a long teaser: the price, always in reach, and the link to the checkout (`#pay`). */
export function PayBar({ amount, as }: PayBarProps) {
  const t = useTranslations('terms.readOn')
  return (
    <p className="pay-bar sticky bottom-0 mt-6 border-t border-rule bg-paper py-3 sm:hidden print:hidden">
      <a href="#pay" className={buttonClass('primary', 'w-full')}>
        {t(as, { amount: useLocalDigits()(amount) })}
      </a>
    </p>
  )
}
