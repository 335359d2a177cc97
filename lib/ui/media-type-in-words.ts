const known: Record<string, string> = {
  'text/html': 'A page to read',
  'text/plain': 'Plain text',
  'text/markdown': 'A text in Markdown',
  'text/csv': 'A table (CSV)',
  'application/json': 'Data (JSON)',
  'text/event-stream': 'Data, as it comes (events)',
  'application/pdf': 'A PDF',
  'application/zip': 'An archive (ZIP)',
}

/** What kind of thing a media type is, for a person; a type without words is shown as it is. */
export function mediaTypeInWords(mediaType: string): string {
  const [type = ''] = mediaType.toLowerCase().split(';')
  const words = known[type.trim()]
  if (words) return words
  if (type.startsWith('image/')) return 'An image'
  if (type.startsWith('audio/')) return 'Sound'
  if (type.startsWith('video/')) return 'A film'
  return mediaType
}
