import project from '@/package.json' with { type: 'json' }

/** The software and version that the documents describe. */
export const release = `Turnpike ${project.version}`
