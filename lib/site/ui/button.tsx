import type { ComponentProps } from 'react'
import { type ButtonVariant, buttonClass } from './button-class'

/**
 * The label names the act and its cost ("Pay 0.05 USDC").
 * While `isBusy` the button keeps the focus and says so, but ignores presses: a disabled button would lose the focus.
 */
export function Button({
  variant = 'plain',
  isBusy = false,
  className,
  type = 'button',
  onClick,
  ...rest
}: ComponentProps<'button'> & { variant?: ButtonVariant; isBusy?: boolean }) {
  return (
    <button
      {...rest}
      type={isBusy ? 'button' : type}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? undefined : onClick}
      className={buttonClass(variant, className)}
    />
  )
}
