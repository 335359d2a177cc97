import { useTranslations } from 'next-intl'
import { Button } from '@/lib/site/ui/button'
import { Section } from '@/lib/site/ui/section'
import { TextField } from '@/lib/site/ui/text-field'

/** The form for all that is held about one wallet; `refused` is what was typed and is no wallet. */
export function WalletExport({ refused }: { refused: string | undefined }) {
  const t = useTranslations('operator.export')
  return (
    <Section id="export" title={t('title')} className="grid max-w-measure gap-4">
      <p>{t('about')}</p>
      <form action="/dashboard/operator/export" className="flex flex-wrap items-end gap-4">
        <div className="min-w-48 flex-1">
          <TextField
            id="wallet"
            name="wallet"
            label={t('wallet')}
            required
            maxLength={120}
            isFigures
            {...(refused !== undefined && { defaultValue: refused, error: t('unreadable'), autoFocus: true })}
          />
        </div>
        <Button type="submit">{t('button')}</Button>
      </form>
    </Section>
  )
}
