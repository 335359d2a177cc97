import { type ComponentProps, useId } from 'react'
import type { Translate } from '@/lib/site/messages/translate'
import { buttonClass } from '@/lib/site/ui/button'

type FileChoiceProps = {
  label: string
  onChoose: (files: File[]) => void
  isBusy?: boolean
  isLink?: boolean
  accept?: string
  multiple?: boolean
}

const FOCUSED = 'has-focus-visible:outline-3 has-focus-visible:outline-accent'
const LINK_CLASS = `inline-flex min-h-11 cursor-pointer items-center text-accent underline underline-offset-4 ${FOCUSED}`
const BUTTON_CLASS = buttonClass('plain', `cursor-pointer ${FOCUSED} has-disabled:cursor-default`)

export function FileChoice({ label, onChoose, isBusy = false, isLink = false, ...which }: FileChoiceProps) {
  const id = useId()
  return (
    <label htmlFor={id} className={isLink ? LINK_CLASS : BUTTON_CLASS}>
      {label}
      <input
        id={id}
        type="file"
        {...which}
        disabled={isBusy}
        className="sr-only"
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          // Allows choosing the same file again, after it was changed.
          currentTarget.value = ''
          if (files.length > 0) onChoose(files)
        }}
      />
    </label>
  )
}

type FileFieldProps = Omit<ComponentProps<'input'>, 'type'> & { id: string; label: string }

export const FileField = ({ label, ...input }: FileFieldProps) => (
  <div className="grid gap-2">
    <label htmlFor={input.id} className="font-strong">
      {label}
    </label>
    <input
      {...input}
      type="file"
      className="min-h-11 max-w-full file:me-4 file:min-h-11 file:cursor-pointer file:rounded-[3px] file:border file:border-edge file:bg-sheet file:px-4 file:text-base file:text-ink"
    />
  </div>
)

/** Why a file was refused; null where no answer says so. */
type UploadOutcome<Answer> = { ok: true; answer: Answer } | { ok: false; message: string | null }

/** Sends a file to a route of the site's own. Reports the percentage sent, which only XMLHttpRequest can. */
export function sendFile<Answer>(
  [method, address]: ['POST' | 'PUT', string],
  file: File,
  onPercent: (percent: number) => void = () => {},
): Promise<UploadOutcome<Answer>> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onPercent(Math.floor((100 * loaded) / total))
    request.onload = () => {
      const said = request.response as (Answer & { detail?: string }) | null // Of our own route; null of a proxy in between.
      const isDone = request.status < 300 && said !== null
      resolve(isDone ? { ok: true, answer: said } : { ok: false, message: said?.detail ?? null })
    }
    request.onerror = () => resolve({ ok: false, message: null })
    request.open(method, address)
    request.setRequestHeader('content-type', file.type || 'application/octet-stream')
    request.send(file)
  })
}

const LARGEST_IMAGE_BYTES = 10 * 1024 * 1024

/** Stores an image in the shop, whose server checks its type. */
export async function sendImage(
  t: Translate<'routeForms'>,
  file: File,
  onPercent: (percent: number) => void,
): Promise<{ ok: true; address: string } | { ok: false; message: string }> {
  if (file.size > LARGEST_IMAGE_BYTES) return { ok: false, message: t('image.tooLarge') }
  const sent = await sendFile<{ address: string }>(['POST', '/api/dashboard/images'], file, onPercent)
  return sent.ok ? { ok: true, ...sent.answer } : { ok: false, message: sent.message ?? t('image.brokeOff') }
}
