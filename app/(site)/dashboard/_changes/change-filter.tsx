import Form from 'next/form'
import { useTranslations } from 'next-intl'
import { Button } from '@/lib/site/ui/button'
import { SelectField } from '@/lib/site/ui/select-field'
import { TextField } from '@/lib/site/ui/text-field'

type ChangeFilterProps = {
  action: string
  kinds: { value: string; label: string }[]
  kind: string
  /** Where several shops are shown: the chosen one. */
  shop?: string
}

/** Chooses which changes are shown; the choice is in the address, so a link shows the same ones. */
export function ChangeFilter({ action, kinds, kind, shop }: ChangeFilterProps) {
  const t = useTranslations('changes.filter')
  return (
    <Form action={action} role="search" className="flex max-w-measure flex-wrap items-end gap-4">
      <div className="min-w-48 flex-1">
        <SelectField id="kind" name="kind" label={t('kind')} options={kinds} defaultValue={kind} key={kind} />
      </div>
      {shop !== undefined && (
        <div className="min-w-48 flex-1">
          <TextField id="shop" name="shop" label={t('shop')} isFigures defaultValue={shop} maxLength={40} />
        </div>
      )}
      <Button type="submit">{t('show')}</Button>
    </Form>
  )
}
