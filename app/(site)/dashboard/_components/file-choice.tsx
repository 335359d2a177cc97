import { useId } from 'react'
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

const LARGEST_IMAGE_BYTES = 10 * 1024 * 1024

type UploadOutcome = { ok: true; address: string } | { ok: false; message: string }

/**
 * Sends an image to the shop, whose server checks its type. Reports the percentage sent, which only XMLHttpRequest can.
 */
export function sendImage(
  t: Translate<'routeForms'>,
  file: File,
  onPercent: (percent: number) => void,
): Promise<UploadOutcome> {
  if (file.size > LARGEST_IMAGE_BYTES) return Promise.resolve(failed(t('image.tooLarge')))
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.upload.onprogress = ({ loaded, total }) => onPercent(Math.floor((100 * loaded) / total))
    request.onload = () => resolve(readAnswer(t, request))
    request.onerror = () => resolve(failed(t('image.brokeOff')))
    request.open('POST', '/api/dashboard/images')
    request.send(file)
  })
}

function readAnswer(t: Translate<'routeForms'>, { status, responseText }: XMLHttpRequest): UploadOutcome {
  const answer = parse(responseText)
  if (status === 201 && 'address' in answer) return { ok: true, address: String(answer.address) }
  return failed('detail' in answer ? String(answer.detail) : t('image.noAnswer'))
}

function parse(text: string): object {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? read : {}
  } catch {
    // A page of a proxy in between.
    return {}
  }
}

const failed = (message: string): UploadOutcome => ({ ok: false, message })
