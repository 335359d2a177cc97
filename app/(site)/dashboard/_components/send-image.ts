const LARGEST_IMAGE_BYTES = 10 * 1024 * 1024

type Sent = { ok: true; address: string } | { ok: false; message: string }

/**
 * Sends an image to the shop; the server looks at what it is. Tells the percent that has left, as only XMLHttpRequest
 * does.
 */
export function sendImage(file: File, onPercent: (percent: number) => void): Promise<Sent> {
  if (file.size > LARGEST_IMAGE_BYTES) return Promise.resolve(failed('It is larger than 10 MB.'))
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.upload.onprogress = ({ loaded, total }) => onPercent(Math.floor((100 * loaded) / total))
    request.onload = () => resolve(readAnswer(request))
    request.onerror = () => resolve(failed('The upload broke off. Try again.'))
    request.open('POST', '/api/dashboard/images')
    request.send(file)
  })
}

function readAnswer({ status, responseText }: XMLHttpRequest): Sent {
  const answer = parse(responseText)
  if (status === 201 && 'address' in answer) return { ok: true, address: String(answer.address) }
  return failed('detail' in answer ? String(answer.detail) : 'The server gave no answer. Try again.')
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
