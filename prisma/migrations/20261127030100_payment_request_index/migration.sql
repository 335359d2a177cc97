-- Payments are searched by the request that brought them; those of before have none.
CREATE INDEX "payments_request_id_idx" ON "payments"("request_id") WHERE "request_id" IS NOT NULL;
