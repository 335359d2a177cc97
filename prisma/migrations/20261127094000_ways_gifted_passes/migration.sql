-- Only a pass that was given by a link has it: its time begins when the link is redeemed.
ALTER TABLE "payments" ADD COLUMN "pass_from" TIMESTAMPTZ(3);
