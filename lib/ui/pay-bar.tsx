import { buttonClass } from './button-class'

/** On a phone, under a long teaser: the price ("for 0.05 USDC"), always in reach, and the way to where it is paid (`#pay`). */
export function PayBar({ price }: { price: string }) {
  return (
    <p className="pay-bar sticky bottom-0 mt-6 border-t border-rule bg-paper py-3 sm:hidden print:hidden">
      <a href="#pay" className={buttonClass('primary', 'w-full')}>
        Go on reading {price}
      </a>
    </p>
  )
}
