import clsx from 'clsx'
import type { ComponentProps } from 'react'

export type ButtonVariant = 'primary' | 'plain' | 'danger'

const variants: Record<ButtonVariant, string> = {
  primary: 'border-accent bg-accent text-on-accent hover:border-accent-strong hover:bg-accent-strong',
  plain: 'border-edge bg-transparent text-ink hover:border-ink',
  danger: 'border-refused bg-transparent text-refused hover:bg-refused-tint',
}

/** One shape for buttons and for links that act as the page's next step. */
export function buttonClass(variant: ButtonVariant, className?: string): string {
  return clsx(
    'inline-flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-[3px] border px-4 py-2 text-center',
    'text-base font-strong wrap-normal no-underline',
    'disabled:cursor-not-allowed disabled:border-rule disabled:bg-shade disabled:text-quiet',
    'aria-disabled:cursor-progress aria-disabled:border-rule aria-disabled:bg-shade aria-disabled:text-quiet',
    variants[variant],
    className,
  )
}

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

/** An act beside the next step. */
export const TextButton = (props: ComponentProps<'button'>) => (
  <button
    type="button"
    className="min-h-11 cursor-pointer justify-self-start text-small text-accent underline underline-offset-4 disabled:cursor-not-allowed disabled:text-quiet"
    {...props}
  />
)
