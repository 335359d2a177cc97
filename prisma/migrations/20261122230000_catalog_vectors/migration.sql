-- Vectors are made anew, in a table that only sites with pgvector have: `npm run migrate -- vectors <length>`.
DROP TABLE "catalog_embeddings";
