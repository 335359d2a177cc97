import { useTranslations } from 'next-intl'
import { Button } from '@/lib/site/ui/button'
import type { FormState } from '../_actions/form-state'

type OthersChangeProps = {
  state: FormState
  /** A field in words; null for what is not shown. */
  labelOf: (name: string) => string | null
}

const LONG = 200

/**
 * Shows what someone else has saved since the form was shown, where it differs from what is written here. The writing stays
 * in the form; one button saves it all the same, the other shows what is stored now.
 */
export function OthersChange({ state, labelOf }: OthersChangeProps) {
  const t = useTranslations('forms.conflict')
  const { conflict, values } = state
  if (!conflict) return null
  const differences = Object.entries(conflict.theirs).flatMap(([name, texts]) => {
    const label = labelOf(name)
    const [theirs, mine] = [texts.join('\n'), (values[name] ?? []).join('\n').replaceAll('\r\n', '\n')]
    return label === null || theirs === mine ? [] : [{ name, label, theirs }]
  })
  return (
    <div className="grid gap-3 border-s-4 border-refused p-4">
      <p>{t(differences.length > 0 ? 'stored' : 'same')}</p>
      <dl className="grid gap-2">
        {differences.map(({ name, label, theirs }) => (
          <div key={name}>
            <dt className="font-strong">{label}</dt>
            <dd className="wrap-anywhere whitespace-pre-wrap" dir="auto">
              {theirs.length <= LONG ? (
                theirs || t('empty')
              ) : (
                <details>
                  <summary className="min-h-11 cursor-pointer">{t('whole', { count: theirs.length })}</summary>
                  {theirs}
                </details>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p>
        <Button type="submit" name="over" value={conflict.version}>
          {t('saveMine')}
        </Button>
      </p>
      <p className="text-small text-quiet">{t('orReload')}</p>
    </div>
  )
}
