import { useTranslations } from 'next-intl'
import type { FormReader } from '@/app/(site)/dashboard/_components/form-reader'
import type { RouteView } from '@/lib/shop/sellers/routes/get-route'
import { TextField } from '@/lib/site/ui/text-field'

type SignInFieldsProps = { handle: string; route: RouteView | null; reader: FormReader }

export function SignInFields({ handle, route, reader }: SignInFieldsProps) {
  const t = useTranslations('routeForms.signIn')
  const { entitlementSeconds: _period, ...stored } = route?.settings.signIn ?? {}
  const isUsed = Object.values(stored).some((value) => value !== undefined)
  return (
    <details open={isUsed || reader.error('signIn') !== undefined || undefined}>
      <summary className="min-h-11 cursor-pointer py-2">{t('title')}</summary>
      <div className="grid gap-4 pt-2">
        <TextField
          id="sign-in-statement"
          name="signIn.statement"
          label={t('statement')}
          hint={t('statementHint')}
          maxLength={200}
          defaultValue={reader.typed('signIn.statement', stored.statement)}
          error={reader.error('signIn.statement')}
        />
        <TextField
          id="sign-in-seconds"
          name="signIn.expirationSeconds"
          label={t('seconds')}
          hint={t('secondsHint')}
          isFigures
          inputMode="numeric"
          defaultValue={reader.typed('signIn.expirationSeconds', stored.expirationSeconds?.toString())}
          error={reader.error('signIn.expirationSeconds')}
        />
        <TextField
          id="sign-in-address"
          name="signIn.resourceUri"
          label={t('address')}
          hint={t('addressHint', { handle })}
          isFigures
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={2048}
          defaultValue={reader.typed('signIn.resourceUri', stored.resourceUri)}
          error={reader.error('signIn.resourceUri')}
        />
        <TextField
          id="sign-in-domain"
          name="signIn.domain"
          label={t('domain')}
          hint={t('domainHint')}
          isFigures
          autoCapitalize="none"
          spellCheck={false}
          maxLength={255}
          defaultValue={reader.typed('signIn.domain', stored.domain)}
          error={reader.error('signIn.domain')}
        />
      </div>
    </details>
  )
}
