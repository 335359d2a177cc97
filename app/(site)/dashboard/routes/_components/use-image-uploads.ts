import { useTranslations } from 'next-intl'
import { type RefObject, useRef, useState } from 'react'
import { sendImage } from '@/app/(site)/dashboard/_components/send-image'
import { imageInMarkdown, insertParagraph } from './insert-text'

export type ImageUpload = {
  key: number
  name: string
  preview: string
  words: string
  percent: number
  /** Its address in a text; null until the server has it. */
  address: string | null
  /** Why the server refused it; else null. */
  fault: string | null
  /** Its writer has described it, and it goes into the text once it is uploaded. */
  isWanted: boolean
}

let lastKey = 0

/** Images that were chosen, pasted or dropped, uploaded one after another, until they are in the text. */
export function useImageUploads(area: RefObject<HTMLTextAreaElement | null>) {
  const t = useTranslations('routeForms')
  const [uploads, setUploads] = useState<ImageUpload[]>([])
  /** The present list: an upload ends long after a rendering. */
  const held = useRef<ImageUpload[]>([])
  const sending = useRef(Promise.resolve())

  const keep = (all: ImageUpload[]) => {
    held.current = all
    setUploads(all)
  }
  const find = (key: number) => held.current.find((each) => each.key === key)

  const change = (key: number, to: Partial<ImageUpload>) =>
    keep(held.current.map((each) => (each.key === key ? { ...each, ...to } : each)))

  const drop = (key: number) => {
    URL.revokeObjectURL(find(key)?.preview ?? '')
    keep(held.current.filter((each) => each.key !== key))
  }

  /** Puts it into the text, at once or when the server has it. */
  const insert = (key: number) => {
    const upload = find(key)
    if (!upload || !area.current) return
    if (upload.address === null) return change(key, { isWanted: true })
    insertParagraph(area.current, imageInMarkdown(upload.words, upload.address))
    drop(key)
    if (held.current.length === 0) area.current.focus()
  }

  const send = async (key: number, file: File) => {
    // It may have been removed since.
    if (!find(key)) return
    const sent = await sendImage(t, file, (percent) => change(key, { percent }))
    change(key, sent.ok ? { address: sent.address } : { fault: sent.message })
    if (find(key)?.isWanted) insert(key)
  }

  const add = (files: readonly File[]) => {
    for (const file of files) {
      const key = (lastKey += 1)
      const about = { key, name: file.name, preview: URL.createObjectURL(file), words: '' }
      keep([...held.current, { ...about, percent: 0, address: null, fault: null, isWanted: false }])
      sending.current = sending.current.then(() => send(key, file))
    }
  }

  return { uploads, add, change, drop, insert }
}
