import { useTranslations } from 'next-intl'

/** Says what a wallet that signs payments but no messages cannot do, before it is asked to. */
export function CannotSign({ name, isSignIn }: { name: string; isSignIn: boolean }) {
  const t = useTranslations('wallet.cannotSign')
  return <p className={isSignIn ? undefined : 'text-small'}>{t(isSignIn ? 'toSignIn' : 'toPay', { name })}</p>
}
