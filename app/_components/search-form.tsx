import Form from 'next/form'
import type { ReactNode } from 'react'
import { Button } from '@/lib/site/ui/button'
import { TextField } from '@/lib/site/ui/fields'

type SearchFormProps = {
  action: string
  label: string
  search: string
  send: string
  maxLength?: number
  /** Further filters. */
  children?: ReactNode
}

/** Searches a list by its page's address, so that a link reproduces the result. */
export function SearchForm({ action, label, search, send, maxLength = 100, children }: SearchFormProps) {
  return (
    <Form action={action} role="search" className="flex max-w-measure flex-wrap items-end gap-4">
      <div className="min-w-48 flex-1">
        <TextField name="q" label={label} type="search" defaultValue={search} maxLength={maxLength} />
      </div>
      {children}
      <Button type="submit">{send}</Button>
    </Form>
  )
}
