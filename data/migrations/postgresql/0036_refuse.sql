-- Only widens: older processes may run beside it.
-- Ends the transaction that calls it, and says why: data/store/postgres/pipeline.py knows the code.
CREATE FUNCTION refuse(why JSON) RETURNS BOOLEAN LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION USING ERRCODE = 'CT001', MESSAGE = why::TEXT;
END
$$;
