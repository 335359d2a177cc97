import { useTranslations } from 'next-intl'
import type { FormReader } from '@/app/(site)/dashboard/_components/form-reader'
import { megabytesOf } from '@/app/(site)/dashboard/_components/megabytes'
import { USUAL_MOST_UNPAID } from '@/lib/base/x402/payment-option'
import type { RouteView } from '@/lib/shop/sellers/routes/get-route'
import { CheckboxField } from '@/lib/site/ui/checkbox-field'
import { TextAreaField } from '@/lib/site/ui/text-area-field'
import { TextField } from '@/lib/site/ui/text-field'

type UpstreamFieldsProps = { route: RouteView | null; reader: FormReader }

/** The seller's own server. Values of headers go in and never come back. */
export function UpstreamFields({ route, reader }: UpstreamFieldsProps) {
  const t = useTranslations('routeForms.upstream')
  const kept = route?.upstream?.headerNames ?? []
  return (
    <>
      <TextField
        id="upstream-url"
        name="upstream.url"
        label={t('address')}
        hint={t('addressHint')}
        isFigures
        required
        inputMode="url"
        defaultValue={reader.typed('upstream.url', route?.upstream?.url)}
        error={reader.error('upstream.url')}
      />
      <TextAreaField
        id="upstream-headers"
        name="upstream.headers"
        label={t('headers')}
        hint={kept.length > 0 ? t('headersKept', { names: kept.join(', ') }) : t('headersHint')}
        rows={2}
        isFigures
        autoComplete="off"
        error={reader.error('upstream.headers')}
      />
      {kept.length > 0 && (
        <CheckboxField id="upstream-forgets-headers" name="upstream.forgetsHeaders" value="yes" label={t('forget')} />
      )}
    </>
  )
}

/** How the server is called, and which part of the query identifies the goods. */
export function UpstreamSettings({ isMetered, route, reader }: UpstreamFieldsProps & { isMetered: boolean }) {
  const t = useTranslations('routeForms')
  const passing = useTranslations('passing')
  const metering = route?.settings.metering
  const query = route?.settings.query ?? []
  const named = query === 'ignored' ? [] : query
  return (
    <>
      <TextField
        id="upstream-timeout"
        name="upstream.timeoutSeconds"
        label={t('upstream.wait')}
        type="number"
        min={0.1}
        max={60}
        step="any"
        defaultValue={reader.typed('upstream.timeoutSeconds', String((route?.upstream?.timeoutMs ?? 15_000) / 1000))}
        error={reader.error('upstream.timeoutMs')}
      />
      <TextField
        id="upload-megabytes"
        name="uploadMegabytes"
        label={passing('upload')}
        hint={passing('uploadHint')}
        type="number"
        min={0.000001}
        max={2000}
        step="any"
        defaultValue={reader.typed('uploadMegabytes', megabytesOf(route?.settings.maxUploadBytes ?? null))}
        error={reader.error('maxUploadBytes')}
      />
      <CheckboxField
        id="is-streaming"
        name="isStreaming"
        value="yes"
        label={passing('streaming')}
        defaultChecked={route?.settings.isStreaming ?? false}
      />
      <TextField
        id="stream-seconds"
        name="streamSeconds"
        label={passing('seconds')}
        type="number"
        min={10}
        max={900}
        defaultValue={reader.typed('streamSeconds', String(route?.settings.streamSeconds ?? 300))}
        error={reader.error('streamSeconds')}
      />
      {isMetered && <CreditFields route={route} reader={reader} />}
      {isMetered && (
        <TextField
          id="trailer"
          name="metering.trailer"
          label={t('meter.trailer')}
          hint={t('meter.trailerHint')}
          isFigures
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          defaultValue={reader.typed(
            'metering.trailer',
            metering && 'trailer' in metering ? metering.trailer : undefined,
          )}
          error={reader.error('metering.trailer')}
        />
      )}
      <TextField
        id="query"
        name="query"
        label={t('upstream.query')}
        hint={t('upstream.queryHint')}
        isFigures
        defaultValue={reader.typed('query', named.join(', '))}
        error={reader.error('query')}
      />
      <CheckboxField
        id="query-ignored"
        name="query.ignored"
        value="yes"
        label={t('upstream.queryIgnored')}
        defaultChecked={reader.typed('query.ignored', query === 'ignored' ? 'yes' : undefined) === 'yes'}
      />
      <TextField
        id="mime-type"
        name="mimeType"
        label={t('upstream.mediaType')}
        isFigures
        defaultValue={reader.typed('mimeType', route?.settings.mimeType ?? 'application/json')}
        error={reader.error('mimeType')}
      />
    </>
  )
}

/** Whether a metered stream is sold before it is paid for, plainly named as credit. */
function CreditFields({ route, reader }: UpstreamFieldsProps) {
  const t = useTranslations('passing')
  const stored = route?.settings.streamsOnCredit ?? null
  return (
    <fieldset className="grid gap-2 border border-rule p-4">
      <legend className="px-2 font-strong">{t('credit.title')}</legend>
      <p className="text-small text-quiet">{t('credit.usual')}</p>
      <CheckboxField
        id="streams-on-credit"
        name="streamsOnCredit"
        value="yes"
        label={t('credit.label')}
        defaultChecked={reader.chosen('streamsOnCredit', stored ? ['yes'] : []).includes('yes')}
        error={reader.error('streamsOnCredit')}
      />
      <p className="text-small text-quiet">{t('credit.risk')}</p>
      <TextField
        id="most-unpaid"
        name="mostUnpaid"
        label={t('credit.most')}
        hint={t('credit.mostHint')}
        isFigures
        inputMode="decimal"
        defaultValue={reader.typed('mostUnpaid', (stored?.mostUnpaid ?? USUAL_MOST_UNPAID).replace('$', ''))}
        error={reader.error('streamsOnCredit.mostUnpaid')}
      />
    </fieldset>
  )
}
