import type { Translate } from '@/lib/site/messages/translate'

const LARGEST_IMAGE_BYTES = 10 * 1024 * 1024

type Sent = { ok: true; address: string } | { ok: false; message: string }

/**
 * Sends an image to the shop, whose server checks its type. Reports the percentage sent, which only XMLHttpRequest can.
 */
export function sendImage(t: Translate<'routeForms'>, file: File, onPercent: (percent: number) => void): Promise<Sent> {
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

function readAnswer(t: Translate<'routeForms'>, { status, responseText }: XMLHttpRequest): Sent {
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

const failed = (message: string): Sent => ({ ok: false, message })
