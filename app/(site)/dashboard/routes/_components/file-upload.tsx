'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { use, useEffect, useRef } from 'react'
import { Form } from '@/app/(site)/_components/form'
import { FileField, sendFile } from '@/app/(site)/dashboard/_components/file-choice'
import { doneForm, emptyForm, refusedForm } from '@/app/(site)/dashboard/_server/form-state'
import { publishRoute } from '@/app/(site)/dashboard/_server/route-actions'
import type { RouteView } from '@/lib/shop/sellers/routes/routes'
import { FormContext } from '@/lib/site/ui/fields'

const MAXIMUM_BYTES = 100 * 1024 * 1024

/** The file of the form that was sent last, unless it was refused: the page of the new route uploads it. */
let held: File | null = null

/** The file of a new route, whose name is its title until another is written. */
export function ChosenFile() {
  const t = useTranslations('routeForms.file')
  const input = useRef<HTMLInputElement>(null)
  const { fields } = use(FormContext)
  useEffect(() => {
    held = null
    const hold = () => void (held = input.current?.files?.[0] ?? null)
    const form = input.current?.form
    form?.addEventListener('submit', hold)
    return () => form?.removeEventListener('submit', hold)
  }, [fields])
  return (
    <FileField
      ref={input}
      id="file"
      label={t('choose')}
      onChange={({ currentTarget: { files, form } }) => {
        const title = form?.elements.namedItem('title')
        if (!files?.[0] || !(title instanceof HTMLInputElement) || title.value !== '') return
        title.value = files[0].name.replace(/\.[^.]*$/, '')
      }}
    />
  )
}

type FileUploadProps = Pick<RouteView, 'routeId' | 'file'> & { isNew: boolean }

/** Replaces a route's file. That of a new one is sent at once, and sold: its maker pressed "Save and sell". */
export function FileUpload({ routeId, file, isNew }: FileUploadProps) {
  const t = useTranslations('routeForms')
  const router = useRouter()
  const input = useRef<HTMLInputElement>(null)
  const isFirst = useRef(false)
  useEffect(() => {
    const timer = setTimeout(() => {
      const first = isNew && !file ? held : null
      held = null
      if (!first || !input.current) return
      isFirst.current = true
      const chosen = new DataTransfer()
      chosen.items.add(first)
      input.current.files = chosen.files
      input.current.form?.requestSubmit()
    })
    return () => clearTimeout(timer)
    // Once for each page: a file that comes later has been chosen there.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return (
    <Form
      action={async (_state, form) => {
        const chosen = form.get('file') as File // By its control.
        const isSold = isFirst.current
        isFirst.current = false
        const refuse = (message: string) => refusedForm(form, { message, fields: {} })
        if (chosen.size === 0) return refuse(t('file.chooseFirst'))
        if (chosen.size > MAXIMUM_BYTES) return refuse(t('file.tooLarge'))
        const address = `/api/dashboard/routes/${routeId}/file?name=${encodeURIComponent(chosen.name)}`
        const sent = await sendFile(['PUT', address], chosen)
        router.refresh()
        if (!sent.ok) return refuse(sent.message ?? t('image.brokeOff'))
        if (!isSold) return doneForm(t('image.uploaded'))
        const move = new FormData()
        move.set('routeId', routeId)
        return publishRoute(emptyForm, move)
      }}
      label={t('file.upload')}
      busyLabel={t('file.uploading')}
      variant={file ? 'plain' : 'primary'}
      noValidate
      className="grid max-w-measure gap-3"
    >
      <h2 className="text-title font-strong">{t('file.title')}</h2>
      {file && <p>{t('file.facts', { name: file.name, bytes: file.size, mediaType: file.mediaType })}</p>}
      <FileField ref={input} id="file" name="file" label={t(file ? 'file.replace' : 'file.choose')} />
    </Form>
  )
}
