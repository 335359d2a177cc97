/** Whether a caller names Markdown, and no page, as what it reads. */
export const prefersMarkdown = (headers: Headers): boolean => {
  const accept = headers.get('accept') ?? ''
  return accept.includes('text/markdown') && !accept.includes('text/html')
}
