-- When what was claimed is paid out next; a payout that fails waits longer each time, and no other waits for it.
ALTER TABLE "payment_channels" ADD COLUMN "next_payout_at" TIMESTAMPTZ(3);
-- Since when a claim is due and has not come: a channel that waits too long takes no calls.
ALTER TABLE "payment_channels" ADD COLUMN "claim_due_since" TIMESTAMPTZ(3);
