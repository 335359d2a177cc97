import { useTranslations } from 'next-intl'
import type { DeclaredInput, DeclaredParameter } from '@/lib/base/x402/declared-input'
import { SelectField, TextAreaField, TextField } from '@/lib/site/ui/fields'

type CallFieldsProps = {
  declared: DeclaredInput
  fault: { parameter: string; message: string } | null
}

export const fieldName = (place: string, name: string): string => `${place}:${name}`

const places = {
  path: { true: 'fields.inPathNeeded', false: 'fields.inPath' },
  query: { true: 'fields.needed', false: null },
  header: { true: 'fields.headerNeeded', false: 'fields.header' },
} as const

/** A control for everything that the seller declares, filled with the seller's samples. */
export function CallFields({ declared, fault }: CallFieldsProps) {
  const t = useTranslations('bazaarTry.fields')
  const { parameters, body } = declared
  return (
    <>
      {parameters.map((parameter) => (
        <ParameterField
          key={fieldName(parameter.place, parameter.name)}
          parameter={parameter}
          fault={fault?.parameter === parameter.name ? fault.message : undefined}
        />
      ))}
      {body && (
        <TextAreaField
          id="call-body"
          name="body"
          label={t(body.isJson ? 'jsonBody' : 'body')}
          defaultValue={body.sample}
          rows={Math.min(14, Math.max(4, body.sample.split('\n').length))}
          spellCheck={false}
          isFigures
          {...(fault?.parameter === 'body' && { error: fault.message })}
        />
      )}
    </>
  )
}

function ParameterField({ parameter, fault }: { parameter: DeclaredParameter; fault: string | undefined }) {
  const { place, name, isRequired, about, choices, sample } = parameter
  const t = useTranslations('bazaarTry')
  const how = places[place][isRequired ? 'true' : 'false']
  const said = about === '' || /[.!?]$/.test(about) ? about : `${about}.`
  const hint = [said, how && t(how)].filter(Boolean).join(' ')
  const common = {
    id: `call-${place}-${name.replace(/[^\w-]/g, '_')}`,
    name: fieldName(place, name),
    label: name,
    defaultValue: sample,
    ...(hint && { hint: <bdi className="wrap-anywhere">{hint}</bdi> }),
    ...(fault !== undefined && { error: fault }),
  }
  if (choices.length === 0) return <TextField {...common} autoComplete="off" spellCheck={false} maxLength={2_048} />
  const values = isRequired && sample !== '' ? choices : ['', ...choices.filter((choice) => choice !== '')]
  return (
    <SelectField
      {...common}
      options={values.map((value) => ({ value, label: value === '' ? t('fields.notSent') : value }))}
    />
  )
}
