--  SPDX-License-Identifier: CC0-1.0
--  Plays any game: keeps its hand and the table, is told all legal answers, and draws one of them.

with Ada.Command_Line; use Ada.Command_Line;
with Ada.Containers.Indefinite_Vectors;
with Ada.Containers.Vectors;
with Ada.Environment_Variables; use Ada.Environment_Variables;
with Ada.Numerics.Float_Random; use Ada.Numerics.Float_Random;
with Ada.Strings.Unbounded; use Ada.Strings.Unbounded;
with Ada.Text_IO; use Ada.Text_IO;

procedure Client is
   package String_Vectors is new Ada.Containers.Indefinite_Vectors (Positive, String);
   use String_Vectors;

   type Play is record
      Name  : Unbounded_String;
      Cards : Vector;
   end record;

   package Play_Vectors is new Ada.Containers.Vectors (Positive, Play);

   Chance      : Generator;
   Hand, Legal : Vector;
   Table       : Play_Vectors.Vector;

   --  Your strategy goes here. Hand is your cards; Table is who played what since the trick, round or turn began;
   --  Legal is all answers that are allowed, of which you return one.
   function Choose (Hand : Vector; Table : Play_Vectors.Vector; Legal : Vector) return String is
   begin
      return Legal (1 + Natural (Random (Chance) * Float (Legal.Length)) mod Legal.Last_Index);
   end Choose;

   function Split (Text : String; Separator : Character) return Vector is
      Pieces : Vector;
      First  : Positive := Text'First;
   begin
      for Place in Text'Range loop
         if Text (Place) = Separator then
            Pieces.Append (Text (First .. Place - 1));
            First := Place + 1;
         end if;
      end loop;
      Pieces.Append (Text (First .. Text'Last));
      return Pieces;
   end Split;

   function Cards_Of (Field : String) return Vector is
     (if Field = "-" then Empty_Vector else Split (Field, ' '));

   --  Words are: nothing, the type, the key, the fields, END, nothing.
   procedure Hear (Words : Vector) is
      Key : constant String := Words (3);
   begin
      if Words (2) = "QUERY" then
         Put_Line ("|RESPONSE|" & Key & "|" & Choose (Hand, Table, Legal) & "|END|");
         Flush;
      elsif Key = "start hand" then
         Hand.Clear;
         Table.Clear;
      elsif Key = "start trick" or else Key = "start round" or else Key = "start turn" then
         Table.Clear;
      elsif Key = "cards" then
         Hand := Cards_Of (Words (4));
      elsif Key = "dealt" then
         Hand.Append (Words (4));
      elsif Key = "played" then
         Table.Append (Play'(To_Unbounded_String (Words (4)), Cards_Of (Words (5))));
         if Words (4) = Argument (Argument_Count) then
            for Card of Cards_Of (Words (5)) loop
               if Hand.Contains (Card) then
                  Hand.Delete (Hand.Find_Index (Card));
               end if;
            end loop;
         end if;
      elsif Key = "choices" then
         Legal := Words;
         Legal.Delete_First (3);
         Legal.Delete_Last (2);
      end if;
   end Hear;

begin
   if Exists ("REFEREE_SEED") then
      Reset (Chance, Integer'Value (Value ("REFEREE_SEED"))); --  the same numbers if the match is played again
   end if;
   while not End_Of_File loop
      Hear (Split (Get_Line, '|'));
   end loop;
end Client;
