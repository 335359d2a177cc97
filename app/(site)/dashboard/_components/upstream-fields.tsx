import { CheckboxField } from '@/lib/ui/checkbox-field'
import { TextAreaField } from '@/lib/ui/text-area-field'
import { TextField } from '@/lib/ui/text-field'
import type { RouteView } from '../_server/seller-reads'
import { megabytesOf } from './megabytes'
import { passingWords } from './passing-words'
import type { FormReader } from './route-form'

type UpstreamFieldsProps = { route: RouteView | null; reader: FormReader }

/** The seller's own server. Values of headers go in and never come back. */
export function UpstreamFields({ route, reader }: UpstreamFieldsProps) {
  const kept = route?.upstream?.headerNames ?? []
  return (
    <>
      <TextField
        id="upstream-url"
        name="upstream.url"
        label="Address of your server"
        hint="Parameters of the path may stand in it: https://api.example/users/[id]."
        isFigures
        required
        inputMode="url"
        defaultValue={reader.typed('upstream.url', route?.upstream?.url)}
        error={reader.error('upstream.url')}
      />
      <TextAreaField
        id="upstream-headers"
        name="upstream.headers"
        label="Secret headers"
        hint={
          kept.length > 0
            ? `Kept: ${kept.join(', ')}. What you write here replaces them all. They never go to a server of another origin.`
            : 'One on a line, such as Authorization: Bearer …. They are stored encrypted and never shown again.'
        }
        rows={2}
        isFigures
        autoComplete="off"
        error={reader.error('upstream.headers')}
      />
      {kept.length > 0 && (
        <CheckboxField
          id="upstream-forgets-headers"
          name="upstream.forgetsHeaders"
          value="yes"
          label="Forget the kept headers"
        />
      )}
    </>
  )
}

/** How the server is asked, and what of the question names the goods. */
export function UpstreamSettings({ isMetered, route, reader }: UpstreamFieldsProps & { isMetered: boolean }) {
  const metering = route?.settings.metering
  return (
    <>
      <TextField
        id="upstream-timeout"
        name="upstream.timeoutSeconds"
        label="Seconds to wait for it"
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
        label={passingWords.upload}
        hint={passingWords.uploadHint}
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
        label={passingWords.streaming}
        defaultChecked={route?.settings.isStreaming ?? false}
      />
      <TextField
        id="stream-seconds"
        name="streamSeconds"
        label={passingWords.seconds}
        type="number"
        min={10}
        max={900}
        defaultValue={reader.typed('streamSeconds', String(route?.settings.streamSeconds ?? 300))}
        error={reader.error('streamSeconds')}
      />
      {isMetered && (
        <TextField
          id="trailer"
          name="metering.trailer"
          label="Trailer that may name the amount of such an answer"
          hint="Settlement-Amount, or a name of your own. What was counted is charged when none comes."
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
        label="Query parameters that name what is sold"
        hint="Separated by commas. A payment opens exactly the values that it was made for."
        isFigures
        defaultValue={reader.typed('query', route?.settings.query.join(', '))}
        error={reader.error('query')}
      />
      <TextField
        id="mime-type"
        name="mimeType"
        label="Media type of the answer"
        isFigures
        defaultValue={reader.typed('mimeType', route?.settings.mimeType ?? 'application/json')}
        error={reader.error('mimeType')}
      />
    </>
  )
}
